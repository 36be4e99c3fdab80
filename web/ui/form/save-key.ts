/** Ctrl+S of the forms. */

/** Ctrl+S or Cmd+S by the key itself: its letter is another one on a Greek keyboard. */
export const isSaveKey = (event: KeyboardEvent): boolean => (event.ctrlKey || event.metaKey) && event.code === 'KeyS'

/** Whether the person is in another dialog than the one the form stands in; null is a form of the page. */
export function isUnderDialog(form: Element | null): boolean {
  const dialog = '[role="dialog"][aria-modal="true"]'
  const own = form?.closest(dialog) ?? null
  const focused = document.activeElement?.closest(dialog)
  return focused ? focused !== own : [...document.querySelectorAll(dialog)].some((open) => open !== own)
}
