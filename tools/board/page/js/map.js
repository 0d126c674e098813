/** The figures of a solved game, asked of an engine of its own. */

/**
 * The words of the lines that `solve` prints, without `info string`.
 * @param {Connection} connection
 * @param {string} variant
 * @returns {Promise<string[][]>} fails with the server's word
 */
export function solvedFacts(connection, variant) {
    return new Promise((resolve, reject) => {
        const facts = [];
        const engine = connection.engine("quartet", {
            line(line) {
                const [, fact] = /^info string (.*)/.exec(line) ?? [];
                facts.push(...(fact ? [fact.split(" ")] : []));
                // The last line says how long it took.
                if (fact?.startsWith("time ")) {
                    engine.quit();
                    resolve(facts);
                }
            },
            refused: (reason) => reject(new Error(reason)),
            ended: (reason) => reject(new Error(reason)),
        });
        engine.send("setoption name Hash value 1", `variant ${variant}`, "solve");
    });
}
