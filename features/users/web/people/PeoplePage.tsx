import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { UserPlus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useShownName } from '#features/sections/web/section-name.ts'
import { useSearchState } from '#web/navigation.tsx'
import { Dialog, Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { ACCOUNT_ROLES, ACCOUNT_STATUSES } from '#accounts/domain/accounts.ts'
import { countPeople, listPeople, PEOPLE_PAGE } from '../../domain/people-contract.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { InvitePerson } from './InvitePerson.tsx'
import { StateBadge } from './StateBadge.tsx'

type PersonRow = RowOf<typeof listPeople>

const rowKey = (row: PersonRow): number => row.id
const searchState = z.object({ account: z.coerce.number().int().min(1).optional().catch(undefined) })

function columnsOf(t: TFunction<'users'>, shownSection: (name: string) => string): Column<PersonRow>[] {
  return [
    { key: 'username', header: t('column.username'), sortable: true, filter: true, width: 220, card: 'title' },
    { key: 'email', header: t('column.email'), sortable: true, filter: true, width: 240 },
    {
      key: 'state',
      header: t('column.state'),
      value: (row) => t(`state.${row.state}`),
      cell: (row) => <StateBadge state={row.state} />,
      sortable: true,
      filter: { many: true, options: ACCOUNT_STATUSES.map((value) => ({ value, label: t(`state.${value}`) })) },
      card: 'end',
    },
    {
      key: 'role',
      header: t('column.role'),
      value: (row) => (row.role === null ? '' : t(`role.${row.role}`, { defaultValue: row.role })),
      sortable: true,
      filter: { many: true, options: ACCOUNT_ROLES.map((value) => ({ value, label: t(`role.${value}`) })) },
      from: 760,
    },
    {
      key: 'firstName',
      header: t('column.firstName'),
      value: (row) => (row.section === null ? row.firstName : `${row.firstName} · ${shownSection(row.section)}`),
      sortable: true,
      filter: true,
      from: 980,
    },
    { key: 'lastSeenAt', header: t('column.lastSeenAt'), kind: 'moment', sortable: true, from: 1120 },
    { key: 'lastLoginAt', header: t('column.lastLoginAt'), kind: 'moment', sortable: true, from: 1360 },
  ]
}

/** Lists the people with an account, those that wait for approval first. A row opens the account beside the list. */
export default function PeoplePage() {
  const { t } = useTranslation('users')
  const [{ account }, setSearch] = useSearchState(searchState)
  const [inviting, invitation] = useDisclosure(false)
  const shownSection = useShownName()
  const columns = useMemo(() => columnsOf(t, shownSection), [t, shownSection])
  return (
    <>
      <PageHeader
        title={t('title.people')}
        primary={
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={invitation.open}>
            {t('invite.open')}
          </Button>
        }
      />
      <DataTable
        name="people"
        label={t('title.people')}
        list={listPeople}
        count={countPeople}
        columns={columns}
        rowKey={rowKey}
        onOpen={(row) => setSearch({ account: String(row.id) })}
        pageSize={PEOPLE_PAGE}
        tone={tone}
        empty={{ title: t('people.empty') }}
      />
      <Dialog
        opened={inviting}
        onClose={invitation.close}
        title={t('invite.open')}
        size="lg"
        closeOnClickOutside={false}
      >
        <InvitePerson close={invitation.close} />
      </Dialog>
      <Drawer
        opened={account !== undefined}
        onClose={() => setSearch({ account: undefined })}
        title={t('word.account')}
        size="lg"
        closeOnClickOutside={false}
      >
        {account === undefined ? null : <AccountPanel key={account} id={account} />}
      </Drawer>
    </>
  )
}

const tone = (row: PersonRow) => (row.state === 'WAITING' ? ('warning' as const) : undefined)
