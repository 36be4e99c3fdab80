/**
 * No form sends what it shows as wrong. A field whose text cannot be read gives no value, and a form without that value
 * would look like one in which the field was left empty.
 */

/** What a field carries while its text cannot be read. */
export const unreadableMark = (unreadable: boolean): { 'data-unreadable'?: true } =>
  unreadable ? { 'data-unreadable': true } : {}

/** Stops a form before its page hears of it, and leads to the first field that cannot be read, which then says why. */
function stopUnreadable(event: Event): void {
  if (!(event.target instanceof HTMLFormElement)) return
  const field = event.target.querySelector<HTMLElement>('[data-unreadable]')
  if (field === null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // a field says what is wrong with it when it is left
  field.blur()
  field.focus()
}

document.addEventListener('submit', stopUnreadable, { capture: true })
