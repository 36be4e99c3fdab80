import { Tabs } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { NotesTitle } from '#features/notes/web/NotesTitle.tsx'
import { addressOf } from '#kernel/entity.ts'
import { Refused } from '#kernel/refusal.ts'
import { useGo, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useMay } from '#web/session.ts'
import { confirmLeaving } from '#web/ui/confirm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { StoredParty } from '../form/party-form.ts'
import { NoSuchParty } from '../NoSuchParty.tsx'
import type { PartyPages } from '../party-pages.ts'
import { EditParty } from './EditParty.tsx'

const searchState = z.object({ tab: z.enum(['overview', 'edit', 'notes', 'history']).catch('overview') })

type Tab = z.output<typeof searchState>['tab']

/** What the page of one kind of party shows besides what all have in common. */
type Contents = {
  /** Shown above the tabs. */
  readonly notices?: (party: StoredParty) => ReactNode
  readonly overview: (party: StoredParty) => ReactNode
  readonly history: (party: StoredParty) => ReactNode
  /** Buttons beside the name, which are hidden while the party is edited. */
  readonly secondary?: (party: StoredParty) => ReactNode
  readonly primary?: (party: StoredParty) => ReactNode
  /** Shown instead of the party if it cannot be read; a general message if left out. */
  readonly failed?: (error: Error, retry: () => void) => ReactNode
}

type PartyViewProps = Contents & { readonly pages: PartyPages }

/** The page of one party: overview, edit form, notes and history. */
export function PartyView(props: PartyViewProps) {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchParty pages={props.pages} given={given} /> : <LoadedParty {...props} id={id} />
}

function LoadedParty({ pages, id, ...contents }: PartyViewProps & { id: number }) {
  const { t } = useTranslation('parties')
  const { shown, turn, watchUnsaved } = useTabs(pages)
  const answer = useAsk(pages.contracts.detail, { id })
  const party = answer.data?.party
  useMergedAddress(pages, answer.error, id, shown === 'edit')
  const back = { to: pages.list, label: t('title.list', { ns: pages.feature }) }

  if (!party) {
    const retry = () => void answer.refetch()
    return (
      <>
        <PageHeader title={t('title.detail', { ns: pages.feature })} back={back} />
        {answer.error ? (
          (contents.failed?.(answer.error, retry) ?? <ErrorState error={answer.error} retry={retry} />)
        ) : (
          <Loading rows={10} />
        )}
      </>
    )
  }
  const { name, label, vat } = party
  const editing = shown === 'edit'
  return (
    <>
      <PageHeader
        title={name}
        subtitle={[label, vat === '' ? '' : t('detail.vat', { vat })].filter(Boolean).join(' · ')}
        back={back}
        secondary={editing ? undefined : contents.secondary?.(party)}
        primary={editing ? undefined : contents.primary?.(party)}
      />
      {contents.notices?.(party)}
      <PartyTabs
        pages={pages}
        party={party}
        contents={contents}
        shown={shown}
        turn={turn}
        watchUnsaved={watchUnsaved}
      />
    </>
  )
}

/** Opens the party into which this one was merged. An open form stays, so that nothing typed is lost. */
function useMergedAddress({ feature, entity }: PartyPages, error: Error | null, id: number, editing: boolean) {
  const go = useGo()
  const { code, details } = error instanceof Refused ? error.refusal : { code: '', details: undefined }
  const keptId = code === `${feature}.merged` ? Number(details?.keptId) : null
  useEffect(() => {
    if (keptId !== null && !editing) go(`${addressOf(entity, keptId)}?merged=${id}`, { replace: true })
  }, [go, entity, keptId, id, editing])
}

/** The shown tab, which is part of the address. Leaving the edit form with unsaved changes asks first. */
function useTabs({ entity }: PartyPages) {
  const [{ tab }, setSearch] = useSearchState(searchState)
  const mayWrite = useMay(entity.write)
  const unsaved = useRef<() => boolean>(() => false)
  const watchUnsaved = useCallback((isUnsaved: () => boolean) => {
    unsaved.current = isUnsaved
  }, [])
  const shown: Tab = tab === 'edit' && !mayWrite ? 'overview' : tab
  const turn = async (next: string | null) => {
    if (next === null || next === tab) return
    const stays = shown === 'edit' && unsaved.current() && !(await confirmLeaving())
    if (!stays) setSearch({ tab: next === 'overview' ? undefined : next })
  }
  return { shown, turn, watchUnsaved }
}

type PartyTabsProps = { pages: PartyPages; party: StoredParty; contents: Contents } & ReturnType<typeof useTabs>

function PartyTabs({ pages, party, contents, shown, turn, watchUnsaved }: PartyTabsProps) {
  const { t } = useTranslation('parties')
  const { entity } = pages
  const mayWrite = useMay(entity.write)
  const { id } = party
  return (
    <Tabs value={shown} onChange={(next) => void turn(next)} keepMounted={false} keepMountedMode="display-none">
      <Tabs.List mb="md">
        <Tabs.Tab value="overview">{t('tab.overview')}</Tabs.Tab>
        {mayWrite ? <Tabs.Tab value="edit">{t('action.edit')}</Tabs.Tab> : null}
        <Tabs.Tab value="notes">
          <NotesTitle entity={entity} id={id} />
        </Tabs.Tab>
        <Tabs.Tab value="history">{t('tab.history')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">{contents.overview(party)}</Tabs.Panel>
      <Tabs.Panel value="edit">
        <EditParty
          key={id}
          pages={pages}
          party={party}
          onCancel={() => void turn('overview')}
          watchUnsaved={watchUnsaved}
        />
      </Tabs.Panel>
      <Tabs.Panel value="notes" keepMounted>
        <Panel>
          <NotesPanel entity={entity} id={id} />
        </Panel>
      </Tabs.Panel>
      <Tabs.Panel value="history">{contents.history(party)}</Tabs.Panel>
    </Tabs>
  )
}
