/** Form fields with labels. */

import { element } from "./dom.js";

let made = 0;

/** A label with a control, which gets an id for it. */
export function field(text, control, note = null) {
    made += 1;
    control.id = `field-${made}`;
    const label = element("label", { htmlFor: control.id }, text);
    const described = note ? element("small", { id: `${control.id}-note` }, note) : null;
    if (described) {
        control.setAttribute("aria-describedby", described.id);
    }
    return element("div", { className: "field" }, label, control, ...(described ? [described] : []));
}

/**
 * A drop-down list.
 * @param {[string, string][]} options value and text
 * @param {(value: string) => void} changed
 */
export function choiceList(options, value, changed) {
    const list = element("select", {}, ...options.map(([key, text]) => element("option", { value: key }, text)));
    list.value = options.some(([key]) => key === String(value)) ? String(value) : (options[0]?.[0] ?? "");
    list.addEventListener("change", () => changed(list.value));
    return list;
}

/**
 * A field for a number; `changed` is only called with numbers in the range.
 * @param {{min: number, max: number, step: number|"any"}} range
 */
export function numberInput(range, value, changed) {
    const input = element("input", { type: "number", required: true, inputMode: "decimal" });
    Object.assign(input, { min: range.min, max: range.max, step: range.step, value });
    input.addEventListener("input", () => {
        if (input.checkValidity()) {
            changed(Number(input.value));
        }
    });
    return input;
}

/** A check box with its text behind it. */
export function checkBox(text, checked, changed, note = null) {
    made += 1;
    const box = element("input", { type: "checkbox", id: `field-${made}`, checked });
    box.addEventListener("change", () => changed(box.checked));
    const label = element("label", { htmlFor: box.id }, text, ...(note ? [element("small", {}, note)] : []));
    return element("div", { className: "check" }, box, label);
}

/**
 * A row of choices of which one holds, as radio buttons.
 * @param {[string, string][]} options value and text
 */
export function radioRow(legend, options, value, changed) {
    made += 1;
    const name = `field-${made}`;
    const choices = options.map(([key, text]) => {
        const radio = element("input", { type: "radio", name, value: key, checked: key === value });
        radio.addEventListener("change", () => changed(key));
        return element("label", {}, radio, element("span", {}, text));
    });
    return element("fieldset", { className: "radios" }, element("legend", {}, legend), ...choices);
}
