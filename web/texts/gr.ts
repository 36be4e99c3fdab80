/** All texts in one language, by the path of their file. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../locales/gr.json', '../../features/*/web/locales/gr.json'],
  { import: 'default', eager: true },
)
