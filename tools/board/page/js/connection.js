/** The socket to the server: lines of Quartet's protocol, each with the id of an engine. */

/** The connection of this page. */
export class Connection {
    /** @param {() => void} onClosed called once, when the server is gone or refuses the page */
    constructor(onClosed) {
        this.engines = new Map();
        this.onClosed = onClosed;
        this.labels = 0;
    }

    /** Opens the socket; fails if the server refuses it. */
    open() {
        const token = document.querySelector('meta[name="token"]').content;
        this.socket = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`);
        this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
        return new Promise((resolve, reject) => {
            this.socket.addEventListener("open", resolve);
            this.socket.addEventListener("close", () => {
                reject(new Error("closed"));
                this.onClosed();
            });
        });
    }

    receive({ engine, line, refused, ended }) {
        const target = this.engines.get(engine);
        if (line !== undefined) {
            target?.handlers.line(line);
        } else if (refused !== undefined) {
            target?.handlers.refused(refused);
        } else if (target) {
            this.engines.delete(engine);
            target.handlers.ended(ended);
        }
    }

    /**
     * An engine of the server, which starts with the first line.
     * @param {string} name as the server lists it
     * @param {{line: (line: string) => void, refused: (reason: string) => void, ended: (reason: string) => void}} handlers
     *   refused: the server did not send a line; ended: it ended by itself
     */
    engine(name, handlers) {
        this.labels += 1;
        const engine = new Engine(this, `${name}:${this.labels}`, handlers);
        this.engines.set(engine.id, engine);
        return engine;
    }

    send(id, line) {
        if (this.socket.readyState === WebSocket.OPEN) {
            this.socket.send(JSON.stringify({ engine: id, line }));
        }
    }
}

/** A process of an engine, for this page alone. */
class Engine {
    constructor(connection, id, handlers) {
        Object.assign(this, { connection, id, handlers });
    }

    /** Sends lines of the protocol. */
    send(...lines) {
        for (const line of lines) {
            this.connection.send(this.id, line);
        }
    }

    /** Ends the process; nothing is heard of it any more. */
    quit() {
        this.connection.engines.delete(this.id);
        this.connection.send(this.id, "quit");
    }
}
