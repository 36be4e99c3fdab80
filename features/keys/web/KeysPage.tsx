import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '#web/navigation.tsx'
import { Dialog, Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countKeys, KEYS_PAGE, listKeys } from '../domain/contract.ts'
import { KEY_ROLES, KEY_STATES } from '../domain/keys.ts'
import { KeyPanel } from './KeyPanel.tsx'
import { KeyState } from './KeyState.tsx'
import { NewKey } from './NewKey.tsx'

type Row = RowOf<typeof listKeys>

const rowKey = (row: Row): number => row.id
const searchState = z.object({ key: z.coerce.number().int().min(1).optional().catch(undefined) })

function columnsOf(t: TFunction<'keys'>): Column<Row>[] {
  const role = (value: string | null): string => (value === null ? '' : t(`role.${value}`, { ns: 'users' }))
  return [
    { key: 'name', header: t('column.name'), sortable: true, filter: true, width: 220, card: 'title' },
    {
      key: 'ending',
      header: t('column.ending'),
      value: (row) => (row.ending === '' ? '' : `…${row.ending}`),
      from: 760,
    },
    {
      key: 'role',
      header: t('column.role'),
      value: (row) => role(row.role),
      sortable: true,
      filter: { many: true, options: KEY_ROLES.map((value) => ({ value, label: role(value) })) },
    },
    {
      key: 'state',
      header: t('column.state'),
      value: (row) => t(`state.${row.state}`),
      cell: (row) => <KeyState state={row.state} />,
      sortable: true,
      filter: { many: true, options: KEY_STATES.map((value) => ({ value, label: t(`state.${value}`) })) },
      card: 'end',
    },
    { key: 'lastUsedAt', header: t('column.lastUsedAt'), kind: 'moment', sortable: true, from: 900 },
    { key: 'endsOn', header: t('column.endsOn'), kind: 'day', from: 980 },
    { key: 'perMinute', header: t('column.perMinute'), kind: 'number', from: 1120 },
    { key: 'createdAt', header: t('column.createdAt'), kind: 'moment', sortable: true, from: 1360 },
  ]
}

/** Lists the keys of programs, those that work first. A row opens the key beside the list. */
export default function KeysPage() {
  const { t } = useTranslation('keys')
  const [{ key }, setSearch] = useSearchState(searchState)
  const [creating, creation] = useDisclosure(false)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <PageHeader
        title={t('title.keys')}
        primary={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={creation.open}>
            {t('new.open')}
          </Button>
        }
      />
      <DataTable
        name="keys"
        label={t('title.keys')}
        list={listKeys}
        count={countKeys}
        columns={columns}
        rowKey={rowKey}
        onOpen={(row) => setSearch({ key: String(row.id) })}
        pageSize={KEYS_PAGE}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      />
      <Dialog opened={creating} onClose={creation.close} title={t('new.open')} size="lg" closeOnClickOutside={false}>
        <NewKey close={creation.close} />
      </Dialog>
      <Drawer opened={key !== undefined} onClose={() => setSearch({ key: undefined })} title={t('one')} size="lg">
        {key === undefined ? null : <KeyPanel key={key} id={key} />}
      </Drawer>
    </>
  )
}
