/** The groups in which the settings page lists its areas: the forms, and the pages that belong to the settings. */
export const SETTINGS_GROUPS = ['company', 'people', 'goods', 'documents', 'money', 'data'] as const
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number]
