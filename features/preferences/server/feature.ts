/** Declares what the feature preferences adds to the server. */
import { feature } from '#server/feature.ts'
import { preferencesRights } from '#accounts/domain/preferences/rights.ts'
import { savePreferencesCommand } from './preferences.ts'
import { owns } from './tables.ts'

export const preferences = feature({
  name: 'preferences',
  owns,
  rights: preferencesRights,
  commands: [savePreferencesCommand],
})
