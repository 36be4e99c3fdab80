/**
 * Prevents sending a form with an unreadable field. Such a field gives no value, so that its form would look as if the
 * field was left empty.
 */

/** Returns the attribute of a field whose text cannot be read. */
export const unreadableMark = (unreadable: boolean): { 'data-unreadable'?: true } =>
  unreadable ? { 'data-unreadable': true } : {}

/** Stops the submit event and moves the focus to the first unreadable field, which then shows its error. */
function stopUnreadable(event: Event): void {
  if (!(event.target instanceof HTMLFormElement)) return
  const field = event.target.querySelector<HTMLElement>('[data-unreadable]')
  if (field === null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A field shows its error when it loses the focus.
  field.blur()
  field.focus()
}

document.addEventListener('submit', stopUnreadable, { capture: true })
