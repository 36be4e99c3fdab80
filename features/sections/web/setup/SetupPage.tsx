import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countSetUpSections, listSetUpSections, SETUP_PAGE } from '../../domain/setup-contract.ts'
import { FLOORS } from '../../domain/setup.ts'
import { SectionForm } from './SectionForm.tsx'

type SectionRow = RowOf<typeof listSetUpSections>

const rowKey = (row: SectionRow): number => row.id

const columnsOf = (t: TFunction<'sections'>): Column<SectionRow>[] => [
  { key: 'name', header: t('word.name'), sortable: true, filter: true, width: 200, card: 'title' },
  { key: 'description', header: t('word.description'), sortable: true, filter: true, width: 300 },
  {
    key: 'floor',
    header: t('field.floor'),
    value: (row) => t(`floor.${row.floor}`, { defaultValue: row.floor }),
    sortable: true,
    filter: { many: true, options: FLOORS.map((value) => ({ value, label: t(`floor.${value}`) })) },
    card: 'end',
  },
  { key: 'aliases', header: t('field.aliases'), value: (row) => row.aliases.join(', '), width: 240 },
  {
    key: 'capacity',
    header: t('field.capacity'),
    kind: 'quantity',
    width: 130,
  },
  { key: 'accountName', header: t('field.accountName'), value: (row) => row.accountName ?? '', sortable: true },
]

/** Lists the sections, and creates and changes them in a dialog. */
export default function SetupPage() {
  const { t } = useTranslation('sections')
  const [creating, creation] = useDisclosure(false)
  const [changed, setChanged] = useState<SectionRow | null>(null)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <PageHeader
        title={t('title.setup')}
        primary={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={creation.open}>
            {t('setup.create')}
          </Button>
        }
      />
      <DataTable
        name="section-setup"
        label={t('title.setup')}
        list={listSetUpSections}
        count={countSetUpSections}
        columns={columns}
        rowKey={rowKey}
        onOpen={setChanged}
        pageSize={SETUP_PAGE}
        empty={{ title: t('tasks.empty') }}
      />
      <Dialog
        opened={creating}
        onClose={creation.close}
        title={t('setup.create')}
        size="lg"
        closeOnClickOutside={false}
      >
        <SectionForm section={null} close={creation.close} />
      </Dialog>
      <Dialog
        opened={changed !== null}
        onClose={() => setChanged(null)}
        title={t('setup.change', { name: changed?.name })}
        size="lg"
        closeOnClickOutside={false}
      >
        {changed ? <SectionForm key={changed.id} section={changed} close={() => setChanged(null)} /> : null}
      </Dialog>
    </>
  )
}
