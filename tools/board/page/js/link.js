/** A game as the fragment of the address: `#variant=othello&moves=f5,d6`. It holds no secret and leaves the computer
 * only if a person sends it. */

const VARIANTS = ["othello", "gomoku", "lgame", "rhombus"];
const RULES = ["freestyle", "standard", "renju"];

/** The fragment of a game; `at` stands in it only if the position shown is not the last one. */
export function toFragment({ setup, start, moves, at }) {
    const { variant, options } = setup;
    const parts = { variant };
    if (variant === "gomoku") {
        parts.size = options.BoardSize;
        parts.rule = options.Rule;
    }
    if (start !== "startpos") {
        parts.position = start.replace(/^fen /, "").replaceAll(" ", "_");
    }
    if (moves.length > 0) {
        parts.moves = moves.join(",");
    }
    if (at < moves.length) {
        parts.at = at;
    }
    return "#" + Object.entries(parts).map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}

/** Only what a fragment cannot hold is escaped, so that people can read it. */
function encoded(value) {
    return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2B", "+").replaceAll("%2F", "/");
}

/** The game of a fragment: `{variant, options, start, moves, at}`; null if it holds none. */
export function fromFragment(fragment) {
    const parts = Object.fromEntries(fragment.replace(/^#/, "").split("&").map((part) => {
        const [name, ...value] = part.split("=");
        return [name, decoded(value.join("="))];
    }));
    if (!VARIANTS.includes(parts.variant)) {
        return null;
    }
    const size = Number(parts.size);
    const options = parts.variant !== "gomoku" ? {} : {
        BoardSize: String(size >= 5 && size <= 22 ? size : 15),
        Rule: RULES.includes(parts.rule) ? parts.rule : "freestyle",
    };
    const start = parts.position ? `fen ${parts.position.replaceAll("_", " ")}` : "startpos";
    const moves = movesOf(parts.moves ?? "", parts.variant);
    const at = /^\d+$/.test(parts.at ?? "") ? Math.min(Number(parts.at), moves.length) : moves.length;
    return { variant: parts.variant, options, start, moves, at };
}

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Moves divided by commas or spaces; where a move is a point, words such as f5d6c3 are several. */
function movesOf(text, variant) {
    const words = text.toLowerCase().split(/[\s,]+/).filter(Boolean);
    const isPlaced = variant === "othello" || variant === "gomoku";
    return isPlaced ? words.flatMap((word) => word.match(/pass|[a-z]\d+/g) ?? [word]) : words;
}
