/** Walking a proof: the person plays any reply, and the board answers from the proof. */

import { ProofEngine } from "./proof.js";

/** Milliseconds before the board answers. */
const PAUSE = 500;

/** The proof that is walked. */
export class ProofWalk {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.engine = new ProofEngine(app.connection);
        this.isOn = false;
    }

    get card() {
        return this.app.view.proof;
    }

    /** Starts at the position that is shown, or ends. */
    async toggle() {
        if (this.isOn) {
            this.end();
        } else {
            this.isOn = true;
            this.app.paused ||= !this.app.seats.hasPerson() || this.app.mover().kind === "engine";
            this.app.stopThinking();
            await this.follow(true);
        }
        this.app.controls.show();
    }

    /** Ends; the position stays. */
    end() {
        this.isOn = false;
        this.engine.quit();
        this.card.hide();
    }

    /** Another position is shown; `answers`: a move has led to it, so that the board makes the next one. */
    async follow(answers) {
        if (!this.isOn) {
            return;
        }
        const { game, facts } = this.app;
        const { node } = game;
        this.card.searching();
        const failed = (error) => ({ outcome: "none", reason: error.message });
        const proof = await this.engine.prove(game, facts).catch(failed);
        if (!this.isOn || this.app.game.node !== node) {
            return;
        }
        this.card.show(proof, facts, () => this.app.play(proof.move));
        if (answers && proof.outcome === "win" && proof.move && !facts.over && (await this.isPersons(node))) {
            this.app.play(proof.move);
        }
    }

    /** Waits; whether the position is still shown then. */
    async isPersons(node) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        return this.isOn && this.app.game.node === node;
    }
}
