import { Spotlight, spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { CornerDownLeft, FileText, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchEverything } from '#features/search/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fold } from '#kernel/fold.ts'
import { FEATURES } from '#web/features.ts'
import { useEntryText } from '#web/layouts/Sidebar.tsx'
import { useMenu } from '#web/layouts/menu.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { problemText } from '#web/ui/problems.ts'

type Hit = OutputOf<typeof searchEverything>['hits'][number]

/** How each kind of record is shown, by its name. */
const KINDS = new Map(
  FEATURES.flatMap(({ feature, found = [] }) =>
    found.map(({ entity, icon }) => [entity.name, { feature, icon }] as const),
  ),
)

/** A search begins with this many characters. */
const LEAST_TEXT = 2

/**
 * The search that Ctrl+K opens, for people with the right to search. It finds orders, customers and products in either
 * alphabet, and opens any page of the menu.
 */
export function CommandPalette() {
  const { t } = useTranslation('frame')
  // The physical key counts, because its letter differs in a Greek layout.
  useHotkeys([['mod + K', spotlight.open, { usePhysicalKeys: true }]], [], true)
  const [text, setText] = useState('')
  const { answer, hits, settled, late } = useHits(text.trim())
  const { waitForHits, forgetEnter } = useEnter(late, answer.data)
  const records = useRecordActions(hits)
  const pages = usePageActions(text.trim())
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.found'), actions: records },
    { group: t('palette.pages'), actions: pages },
  ]
  const nothing = answer.error
    ? problemText(answer.error)
    : answer.isFetching || !settled
      ? t('palette.searching')
      : t('palette.nothing')

  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { 'aria-label': t('bar.search') } }}
      query={text}
      onQueryChange={(typed) => {
        setText(typed)
        forgetEnter()
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
        onKeyDownCapture: waitForHits,
        leftSection: <Search size={16} aria-hidden />,
      }}
    />
  )
}

/**
 * Searches for `text` after the person has stopped typing. `settled` is true once the search is for the present text,
 * and `late` is true while its hits are missing.
 */
function useHits(text: string) {
  const [searched] = useDebouncedValue(text, 200)
  const answer = useAsk(searchEverything, fitToContract(searchEverything, { text: searched }), {
    enabled: searched.length >= LEAST_TEXT,
    topics: [],
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

/** Makes Enter open the first entry. `found` is the latest answer of the search. */
function useEnter(late: boolean, found: unknown) {
  // The library selects the first entry while the person types. The hits arrive later, and Enter must open the first of
  // them.
  useEffect(() => {
    const entries = document.querySelectorAll('[data-action]')
    if (![...entries].some((entry) => entry.hasAttribute('data-selected')))
      entries[0]?.setAttribute('data-selected', 'true')
  }, [found])

  // Enter pressed before the hits arrive waits for them. Otherwise it could open a hit of an earlier text.
  const [entered, setEntered] = useState(false)
  const waitForHits = (event: KeyboardEvent) => {
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
  return { waitForHits, forgetEnter: () => setEntered(false) }
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
      description: [word, hit.subtitle].filter(Boolean).join(' · '),
      leftSection: <Icon size={16} aria-hidden />,
      ...(hit.status ? { rightSection: <StatusBadge status={hit.status} /> } : {}),
      onClick: () => go(hit.to),
    }
  })
}

/** Returns an entry for each page of the menu whose name contains `text`. */
function usePageActions(text: string): SpotlightActionData[] {
  const go = useGo()
  const entryText = useEntryText()
  const { links } = useMenu()
  const wanted = fold(text)
  return links
    .filter((link) => fold(entryText(link)).includes(wanted))
    .map((link) => {
      const Icon = link.icon ?? CornerDownLeft
      return { id: link.to, label: entryText(link), leftSection: <Icon size={16} />, onClick: () => go(link.to) }
    })
}
