/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/sr.json', '../../features/*/web/locales/sr.json'],
  { import: 'default', eager: true },
)
