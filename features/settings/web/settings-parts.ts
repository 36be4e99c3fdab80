/** The panels that other features show under a form of the settings. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

export type SettingsPanel = {
  readonly key: string
  /** The name of the form under which the panel appears. */
  readonly form: string
  readonly Panel: ComponentType
}

export const SETTINGS_PANEL = partKind<SettingsPanel>('settings.panel')
