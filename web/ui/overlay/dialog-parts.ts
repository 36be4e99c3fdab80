/**
 * Attributes of the parts of every dialog and drawer. The header of a dialog is none of the page: of two open dialogs each would be a second
 * banner. The library describes a dialog by the element whose id ends with `-body`. The body gives its id up, because a screen reader would read
 * the whole content; a question takes it (`confirm`).
 */
export const DIALOG_PARTS = { header: { role: 'presentation' }, body: { id: undefined } }
