import { type ComponentProps, useEffect, useMemo } from 'react'
import type { PaletteSource } from '#web/layouts/palette-sources.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { listSettingsForms } from '../domain/contract.ts'
import { settingsRights } from '../domain/rights.ts'
import { useNamedParts } from './areas.ts'
import { useNamedSettings } from './use-named-settings.ts'

const NO_FORMS = [] as const

/** Tells the search of Ctrl+K every setting and every part of the environment. It shows nothing itself. */
export default function SettingsInPalette({ tell }: ComponentProps<PaletteSource['Source']>) {
  const maySet = useMay(settingsRights.write)
  const list = useAsk(listSettingsForms, {}, { enabled: maySet })
  const settings = useNamedSettings(list.data?.forms ?? NO_FORMS)
  const parts = useNamedParts()
  const entries = useMemo(
    () =>
      maySet
        ? [...settings, ...parts].map(({ form, setting, to, name, hint, area, words }) => ({
            key: `${form}.${setting}`,
            name,
            area,
            words: `${hint} ${words}`,
            to,
          }))
        : [],
    [maySet, settings, parts],
  )
  useEffect(() => tell(entries), [tell, entries])
  return null
}
