/** Provides a valid input for each command of preferences, for tests that call all of them. */
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'
import { USUAL_LAYOUT } from '#accounts/domain/preferences/layout.ts'

export const samples: Samples = () => ({
  'preferences.save': fixed({
    language: 'gr',
    layout: { ...USUAL_LAYOUT, layoutWidth: 'boxed' },
    pins: ['/cheques'],
    slashKey: true,
  }),
})

export const historySample: HistorySample = { silent: ['preferences.save'] }
