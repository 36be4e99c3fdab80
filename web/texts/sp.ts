/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/sp.json', '../../features/*/web/locales/sp.json'],
  { import: 'default', eager: true },
)
