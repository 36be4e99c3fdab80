import { Anchor, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { sectionsRights } from '#features/sections/domain/rights.ts'
import { useShownName } from '#features/sections/web/section-name.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { may } from '#kernel/rights.ts'
import { DENSITY } from '#web/density.ts'
import { showNames } from '#web/format.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { OVERVIEW_SORTS, tasksOverview } from '../../domain/overview-contract.ts'
import { SectionViews } from '../section/SectionViews.tsx'
import { CardsLink } from '../cards/CardsLink.tsx'
import { openIds, OrderGroup } from './OrderGroup.tsx'
import styles from './overview.module.css'
import { PageTurner } from '#web/ui/PageTurner.tsx'

const SEARCH_PAUSE_MS = 250
const ALL = ''

const address = z.object({
  section: z.string().catch(ALL),
  search: z.string().catch(''),
  sort: z.enum(OVERVIEW_SORTS).catch('urgency'),
  page: z.coerce.number().int().min(1).catch(1),
})

/** The tasks of all orders, or the view of the section that is chosen above them. */
export function TasksOverview({ large = false }: { large?: boolean }) {
  const [{ section, search, sort, page }, change] = useSearchState(address)
  const answer = useAsk(tasksOverview, { search, sort, page }, { keepPrevious: true })
  if (!answer.data)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={8} height={large ? DENSITY.sectionRow : DENSITY.row} />
    )
  return (
    <div className={styles.overview} data-large={large || undefined} data-touch={large || undefined}>
      <SectionChoice
        sections={answer.data.sections}
        chosen={section}
        choose={(next) => change({ section: next === ALL ? undefined : next, view: undefined })}
      />
      {section === ALL ? (
        <>
          <UnknownSections sections={answer.data.unknown} />
          <Tools search={search} sort={sort} change={change}>
            <Shown data={answer.data} />
          </Tools>
          <Groups data={answer.data} searched={search !== ''} page={page} turn={(to) => change({ page: String(to) })} />
        </>
      ) : (
        <SectionViews section={section} onName={(name) => change({ section: name })} large={large} />
      )}
    </div>
  )
}

type Overview = OutputOf<typeof tasksOverview>
type SectionChoiceProps = { sections: Overview['sections']; chosen: string; choose: (section: string) => void }

function SectionChoice({ sections, chosen, choose }: SectionChoiceProps) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const all = sections.reduce((sum, { open }) => sum + open, 0)
  return (
    <StatusStrip
      label={t('overview.sections')}
      statuses={[
        { key: ALL, label: t('overview.all'), count: all },
        ...sections.map(({ section, open }) => ({ key: section, label: shownName(section), count: open })),
      ]}
      chosen={chosen}
      choose={choose}
    />
  )
}

/** Names the sections of open tasks that do not exist, and leads to where one is created. */
function UnknownSections({ sections }: { sections: Overview['unknown'] }) {
  const { t } = useTranslation('production')
  const mayCreate = may(useActing(), sectionsRights.setUp)
  if (sections.length === 0) return null
  const names = showNames(sections.map(({ section, open }) => t('overview.unknown-section', { section, count: open })))
  return (
    <p className={styles.unknown} role="status">
      {t('overview.unknown', { names })}{' '}
      {mayCreate ? (
        <Anchor component={PageLink} to="/tasktypes" underline="always">
          {t('overview.create-section')}
        </Anchor>
      ) : null}
    </p>
  )
}

type ToolsProps = {
  search: string
  sort: string
  change: ReturnType<typeof useSearchState>[1]
  children: ReactNode
}

function Tools({ search, sort, change, children }: ToolsProps) {
  const { t } = useTranslation('production')
  const [text, setText] = useState(search)
  const send = useDebouncedCallback(
    (typed: string) => change({ search: typed.trim(), page: undefined }),
    SEARCH_PAUSE_MS,
  )
  return (
    <div className={styles.tools} data-tools>
      <TextInput
        type="search"
        aria-label={t('overview.search')}
        placeholder={t('overview.search')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          send(currentTarget.value)
        }}
      />
      <NativeSelect
        aria-label={t('overview.sort')}
        value={sort}
        data={OVERVIEW_SORTS.map((value) => ({ value, label: t(`overview.${value}`) }))}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value, page: undefined })}
      />
      {children}
    </div>
  )
}

/** Says how many orders match, and prints the cards of those that are shown. */
function Shown({ data: { count, rows } }: { data: Overview }) {
  const { t } = useTranslation('production')
  return count === 0 ? null : (
    <div className={styles.end}>
      <p className={styles.count} role="status">
        {t('overview.count', { count })}
      </p>
      <CardsLink ids={rows.flatMap(({ tasks }) => openIds(tasks))} withText />
    </div>
  )
}

type GroupsProps = { data: Overview; searched: boolean; page: number; turn: (page: number) => void }

function Groups({ data, searched, page, turn }: GroupsProps) {
  const { t } = useTranslation('production')
  if (data.rows.length === 0 && page === 1)
    return <EmptyState title={searched ? t('overview.none') : t('overview.empty')} />
  return (
    <>
      <ul className={styles.groups}>
        {data.rows.map((group) => (
          <OrderGroup key={group.orderId ?? 'own'} group={group} />
        ))}
      </ul>
      <PageTurner page={page} more={data.more} turn={turn} />
    </>
  )
}
