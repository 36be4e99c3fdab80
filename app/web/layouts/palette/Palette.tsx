import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { CornerDownLeft, FileText, Search, Settings2 } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchEverything } from '#features/search/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { matchesTyped } from '#kernel/phonetic-key.ts'
import { FEATURES } from '#app/web/features.ts'
import { showDay } from '#web/format.ts'
import { useEntryText, useMenu } from '#app/web/layouts/use-menu.ts'
import { useGo } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { problemText } from '#web/ui/problems.ts'
import { takeTyped } from './open-palette.ts'
import { useOwnActions } from './own-actions.ts'
import { type PaletteEntry, type PaletteSource, paletteSources } from '#web/layouts/palette-sources.ts'
import { palette, paletteStore } from './palette-store.ts'

type Hit = OutputOf<typeof searchEverything>['hits'][number]

/** How each kind of record is shown, by its name. */
const KINDS = new Map(
  FEATURES.flatMap(({ feature, found = [] }) =>
    found.map(({ entity, icon }) => [entity.name, { feature, icon }] as const),
  ),
)

/** A search begins with this many characters. */
const LEAST_TEXT = 2
/** The most entries of one source of a feature that are shown. */
const MOST_OF_SOURCE = 6

/**
 * The search of everything. `opened` counts how often it was opened. It finds records of every kind that features declare as
 * searched, pages of the menu, actions, and what features add as sources, in either alphabet.
 */
export default function Palette({ opened }: { opened: number }) {
  const { t } = useTranslation('frame')
  // the part is drawn for the first time when it is opened, and is opened again each time the number grows
  useEffect(() => palette.open(), [opened])
  const [text, setText] = useState('')
  useEffect(() => {
    const before = takeTyped()
    if (before !== '') setText((typed) => before + typed)
  }, [])
  const { answer, hits, settled, late } = useHits(text.trim())
  const records = useRecordActions(hits)
  const { pressed, forgetPresses } = useKeys(late, records.map(({ id }) => id).join(' '))
  const pages = usePageActions(text.trim())
  const { sources, entries } = useSources(text.trim())
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.found'), actions: records },
    { group: t('palette.pages'), actions: [...pages, ...useNamedActions(text.trim())] },
    { group: t('palette.more'), actions: entries },
  ]
  const nothing = answer.error
    ? problemText(answer.error)
    : answer.isFetching || !settled
      ? t('palette.searching')
      : t('palette.nothing')

  return (
    <>
      {sources}
      <Spotlight
        store={paletteStore}
        shortcut={null}
        attributes={{ content: { 'aria-label': t('bar.search') } }}
        query={text}
        onQueryChange={(typed) => {
          setText(typed)
          forgetPresses()
        }}
        actions={groups.filter((group) => group.actions.length > 0)}
        filter={(_query, actions) => actions}
        nothingFound={nothing}
        centered={false}
        yOffset="12vh"
        overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
        scrollable
        maxHeight={420}
        clearQueryOnClose
        searchProps={{
          placeholder: t('bar.search'),
          'aria-label': t('bar.search'),
          onKeyDownCapture: pressed,
          leftSection: <Search size={16} aria-hidden />,
        }}
      />
    </>
  )
}

/**
 * Searches for `text` after the person has stopped typing. `settled` is true once the search is for the present text,
 * and `late` is true while its hits are missing.
 */
function useHits(text: string) {
  const [searched] = useDebouncedValue(text, 200)
  const answer = useAsk(searchEverything, fitToContract(searchEverything, { text: searched }), {
    still: true,
    enabled: searched.length >= LEAST_TEXT,
    keepPrevious: true,
  })
  const isLongEnough = text.length >= LEAST_TEXT
  const settled = searched === text
  return {
    answer,
    hits: searched.length >= LEAST_TEXT && isLongEnough ? (answer.data?.hits ?? []) : [],
    settled,
    late: isLongEnough && !answer.error && (!settled || answer.isPending || answer.isPlaceholderData),
  }
}

/**
 * Selects the first entry for Enter, until the person chooses another one with the arrow keys. `found` names the shown
 * records.
 */
function useKeys(late: boolean, found: string) {
  const [entered, setEntered] = useState(false)
  const moved = useRef(false)
  // The library selects the first entry while the person types. The hits arrive later and stand above it.
  useEffect(() => {
    if (!moved.current) selectFirst()
  }, [found])

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true
    // Enter pressed before the hits arrive waits for them. Otherwise it could open a hit of an earlier text.
    if (event.key !== 'Enter' || !late) return
    event.preventDefault()
    event.stopPropagation()
    setEntered(true)
  }
  useEffect(() => {
    if (!entered || late) return
    setEntered(false)
    document.querySelector<HTMLElement>('[data-action]')?.click()
  }, [entered, late])
  const forgetPresses = () => {
    moved.current = false
    setEntered(false)
  }
  return { pressed, forgetPresses }
}

/** Selects the first entry, and lets the next arrow key move on from it. */
function selectFirst(): void {
  const [first, ...others] = document.querySelectorAll('[data-action]')
  if (!first) return
  for (const other of others) other.removeAttribute('data-selected')
  first.setAttribute('data-selected', 'true')
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}

/** Returns an entry for each record that was found. */
function useRecordActions(hits: readonly Hit[]): SpotlightActionData[] {
  const { t } = useTranslation('frame')
  const go = useGo()
  return hits.map((hit) => {
    const kind = KINDS.get(hit.entity)
    const Icon = kind?.icon ?? FileText
    const word = kind ? t(`found.${hit.entity}`, { ns: kind.feature }) : ''
    return {
      id: `${hit.entity}-${hit.id}`,
      label: hit.title,
      description: [word, hit.subtitle, hit.day && showDay(hit.day)].filter(Boolean).join(' · '),
      leftSection: <Icon size={16} aria-hidden />,
      ...(hit.status ? { rightSection: <StatusBadge status={hit.status} /> } : {}),
      onClick: () => go(hit.to),
    }
  })
}

/** Draws the sources of features while something is typed, and returns what they have for `text`. */
function useSources(text: string) {
  const go = useGo()
  const sources = usePageParts(paletteSources)
  const [told, setTold] = useState<Readonly<Record<string, readonly PaletteEntry[]>>>({})
  const tell = useCallback(
    (key: string) => (entries: readonly PaletteEntry[]) => setTold((before) => ({ ...before, [key]: entries })),
    [],
  )
  const typed = text.length >= LEAST_TEXT
  const found = Object.entries(told).flatMap(([source, entries]) =>
    entries
      .filter(({ name, area, words }) => matchesTyped(`${name} ${area} ${words}`, text))
      .toSorted((a, b) => Number(matchesTyped(b.name, text)) - Number(matchesTyped(a.name, text)))
      .slice(0, MOST_OF_SOURCE)
      .map(({ key, name, area, to }) => ({
        id: `${source}-${key}`,
        label: name,
        description: area,
        leftSection: <Settings2 size={16} aria-hidden />,
        onClick: () => go(to),
      })),
  )
  return {
    sources: typed ? sources.map(({ key, Source }) => <Told key={key} name={key} Source={Source} tell={tell} />) : null,
    entries: typed ? found : [],
  }
}

type ToldProps = Pick<PaletteSource, 'Source'> & {
  name: string
  tell: (key: string) => (entries: readonly PaletteEntry[]) => void
}

/** A source with a function that stays the same, so that it tells its entries only when they change. */
function Told({ name, Source, tell }: ToldProps) {
  return <Source tell={useMemo(() => tell(name), [tell, name])} />
}

/** Returns an entry for each action whose name contains `text`. */
function useNamedActions(text: string): SpotlightActionData[] {
  return useOwnActions()
    .filter(({ name }) => matchesTyped(name, text))
    .map(({ key, name, icon: Icon, run }) => ({
      id: `action-${key}`,
      label: name,
      leftSection: <Icon size={16} aria-hidden />,
      onClick: run,
    }))
}

/** Returns an entry for each page of the menu whose name contains `text`. */
function usePageActions(text: string): SpotlightActionData[] {
  const go = useGo()
  const entryText = useEntryText()
  const { links } = useMenu()
  return links
    .filter((link) => matchesTyped(entryText(link), text))
    .map((link) => {
      const Icon = link.icon ?? CornerDownLeft
      return { id: link.to, label: entryText(link), leftSection: <Icon size={16} />, onClick: () => go(link.to) }
    })
}
