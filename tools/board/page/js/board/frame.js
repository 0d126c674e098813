import { drawSurface } from "./surface.js";
import { group, make } from "./svg.js";

/** Layers of the drawing, the lowest first. */
const LAYERS = ["surface", "under", "pieces", "over", "ghost", "line", "held", "values", "tags", "cells"];

/**
 * Makes the elements of a board: the frame with a stage, which holds the drawing and buttons over it.
 * @returns {{frame: Element, stage: Element, svg: SVGElement, layers: Object<string, SVGElement>}}
 */
export function makeFrame(host, geometry, facts) {
    const frame = document.createElement("div");
    frame.className = `board-view board-${facts.variant}`;
    const stage = document.createElement("div");
    stage.className = "board-stage";
    frame.append(stage);
    const svg = make("svg", { viewBox: geometry.viewBox.join(" "), class: "board-drawing" }, stage);
    make("defs", {}, svg);
    const layers = {};
    for (const name of LAYERS) {
        layers[name] = group(svg, `layer-${name}`);
        if (name !== "cells") {
            layers[name].setAttribute("aria-hidden", "true");
        }
    }
    drawSurface(layers.surface, geometry, facts);
    host.append(frame);
    return { frame, stage, svg, layers };
}

/** Makes a button with a class; `press` is called when it is pressed. */
export function makeButton(parent, className, press) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = className;
    button.addEventListener("click", press);
    parent.append(button);
    return button;
}
