/** The keys that save a form. */

/**
 * Reports whether the keys are Ctrl or Cmd with S or Enter. Of the S the physical key counts, because its letter differs in a Greek layout.
 */
export const isSaveKey = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'code' | 'key'>): boolean =>
  (event.ctrlKey || event.metaKey) && (event.code === 'KeyS' || event.key === 'Enter')

/**
 * Reports whether the person is in another dialog than `form`, which is a form or a dialog. Null stands for a form of
 * the page itself.
 */
export function isUnderDialog(form: Element | null): boolean {
  const dialog = '[role="dialog"][aria-modal="true"]'
  const own = form?.closest(dialog) ?? null
  const focused = document.activeElement?.closest(dialog)
  return focused ? focused !== own : [...document.querySelectorAll(dialog)].some((open) => open !== own)
}
