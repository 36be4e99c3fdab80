/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/eng.json', '../../features/*/web/locales/eng.json'],
  { import: 'default', eager: true },
)
