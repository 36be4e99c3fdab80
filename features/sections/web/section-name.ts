/** Reads the section in the address. Latin keys, other accents and other case lead to the stored name (C-18). */
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'

/**
 * Returns a function that gives the display name of a section. Some names are stored in Latin letters and shown in
 * Greek.
 */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('sections')
  return useCallback((name) => t(`name.${name}`, { defaultValue: name }), [t])
}

/**
 * Returns the section in the address and its display name. Replaces the address once the server has returned the stored
 * name.
 */
export function useSectionName(base: '/tasks' | '/single'): {
  asked: string
  shown: string
  moveTo: (name: string) => void
} {
  const { section = '' } = useParams({ strict: false }) as { section?: string }
  const shownName = useShownName()
  const go = useGo()
  const asked = section.normalize('NFC')
  const moveTo = useCallback(
    (name: string) => {
      if (name !== asked) go(`${base}/${encodeURIComponent(name)}`, { replace: true })
    },
    [asked, base, go],
  )
  return { asked, shown: shownName(asked), moveTo }
}
