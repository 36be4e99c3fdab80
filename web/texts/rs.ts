/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/rs.json', '../../features/*/web/locales/rs.json'],
  { import: 'default', eager: true },
)
