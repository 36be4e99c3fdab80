/**
 * Prevents sending a form with an unreadable field. Such a field gives no value, so that its form would look as if the
 * field was left empty.
 */

/** Returns the attribute of a field whose text cannot be read. */
export const unreadableMark = (unreadable: boolean): { 'data-unreadable'?: true } =>
  unreadable ? { 'data-unreadable': true } : {}

/**
 * Reports whether a field inside `area` cannot be read, and moves the focus to the first one, which then shows its
 * error. Called before saving by pages whose fields are not inside a form element.
 */
export function stopAtUnreadable(area: ParentNode): boolean {
  const field = area.querySelector<HTMLElement>('[data-unreadable]')
  if (field === null) return false
  // A field shows its error when it loses the focus.
  field.blur()
  field.focus()
  return true
}

/** Stops the submit event of a form with an unreadable field. */
function stopUnreadable(event: Event): void {
  if (!(event.target instanceof HTMLFormElement) || !stopAtUnreadable(event.target)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

document.addEventListener('submit', stopUnreadable, { capture: true })
