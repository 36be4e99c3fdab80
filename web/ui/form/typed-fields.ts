/** Knows which fields of the page hold text that a person typed and that nothing keeps, so that what leads away can name it. */

type Field = HTMLInputElement | HTMLTextAreaElement

const TEXTS = ['text', 'email', 'tel', 'url', 'number']

const isField = (target: unknown): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXTS.includes(target.type))

/** The fields that had the focus, each with the text that it had before. */
const visited = new Map<Field, string>()

document.addEventListener(
  'focusin',
  ({ target }) => {
    for (const field of visited.keys()) if (!field.isConnected) visited.delete(field)
    if (isField(target) && !visited.has(target)) visited.set(target, target.value)
  },
  { capture: true },
)

/** Notes that what stands in the fields of a form is saved. */
export function noteSaved(form: Element | null): void {
  for (const field of visited.keys()) if (form?.contains(field)) visited.set(field, field.value)
}

/** Returns the label of a field without the sign of required fields. */
const nameOf = (field: Field): string =>
  (field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.placeholder).replace(/\*$/, '').trim()

/**
 * Returns the names of the fields whose typed text is lost with the page. Text inside an element with the attribute `data-kept` is not:
 * it is in the address or in a draft on the device.
 */
export function typedFields(): string[] {
  const lost = [...visited].filter(
    ([field, before]) => field.isConnected && field.value !== before && field.closest('[data-kept]') === null,
  )
  return [...new Set(lost.map(([field]) => nameOf(field)).filter((name) => name !== ''))]
}
