/** The first field of a form whose value was refused, which gets the focus. */

export const firstWrongField = (form: HTMLFormElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null

/** Focuses it as soon as the errors of a form that was just submitted are drawn: a screen reader then says what is wrong. */
export function focusFirstWrong(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => firstWrongField(form)?.focus())
}
