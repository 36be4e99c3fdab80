/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/it.json', '../../features/*/web/locales/it.json'],
  { import: 'default', eager: true },
)
