/** What the visible parts of the page are to do. */

/** The handlers of an application, as View takes them. */
export function handlersOf(app) {
    return {
        move: (move) => app.play(move),
        say: (text) => app.view.say(text),
        refuse: (text) => app.refuse(text),
        go: (n) => app.go(n),
        goTo: (node) => app.goTo(node),
        choose: (move) => app.isPersonsTurn() && app.play(move),
        preview: (move) => app.evaluation.preview(move),
        variant: (variant) => app.ready.then(() => app.switchTo(variant)),
        controls: app.controls.waiting(),
        lesson: {
            hint: () => app.lesson.hint(),
            next: () => app.lesson.next(),
            end: () => app.lesson.leave(),
        },
        proof: { end: () => app.walk.toggle() },
        report: {
            analyse: (movetime) => app.wholeGame.analyse(movetime),
            stop: () => app.wholeGame.stop(),
        },
        study: {
            note: (notes) => app.study.note(notes),
            promote: () => app.study.promote(),
            makeMain: () => app.study.makeMain(),
            delete: () => app.study.delete(),
        },
    };
}
