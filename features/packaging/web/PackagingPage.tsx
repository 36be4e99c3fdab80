import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { countPackaging, listPackaging, type PackagingRow } from '../domain/contract.ts'
import styles from './packaging.module.css'
import { PackOrderDialog } from './PackOrderDialog.tsx'

const TOPICS = ['orders']
const rowKey = (row: PackagingRow) => row.id

const search = z.object({ show: z.enum(['to-package', 'packaged']).catch('to-package') })

/** What is to be packed, for a tablet beside the bench: a row opens the box. */
export default function PackagingPage() {
  const { t } = useTranslation('packaging')
  const [{ show }, change] = useSearchState(search)
  const [open, setOpen] = useState<number | null>(null)
  const fixed = useMemo(() => ({ done: show === 'packaged' }), [show])
  const columns = useMemo(
    (): Column<PackagingRow>[] => [
      { key: 'id', header: t('column.id'), sortable: true },
      { key: 'name', header: t('column.name'), sortable: true, card: 'title' },
      { key: 'expectedDelivery', header: t('column.delivery'), kind: 'clock', sortable: true },
      { key: 'status', header: t('column.status'), kind: 'status' },
    ],
    [t],
  )
  const choose = (next: string) => change({ show: next === 'to-package' ? undefined : next, page: undefined })

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title.list')}
        secondary={
          <Button
            component={PageLink}
            to="/tasks"
            variant="default"
            size="md"
            leftSection={<ArrowLeft size={18} aria-hidden />}
          >
            {t('action.back-to-tasks')}
          </Button>
        }
      />
      <DataTable
        name="packaging"
        label={t('title.list')}
        list={listPackaging}
        count={countPackaging}
        topics={TOPICS}
        columns={columns}
        rowKey={rowKey}
        fixed={fixed}
        onOpen={(row) => setOpen(row.id)}
        empty={{ title: t('list.empty'), nothingFound: t('list.empty') }}
        toolbar={
          <Button.Group className={styles.shows}>
            {(['to-package', 'packaged'] as const).map((one) => (
              <Button
                key={one}
                size="md"
                variant={show === one ? 'filled' : 'default'}
                aria-pressed={show === one}
                onClick={() => choose(one)}
              >
                {t(`show.${one}`)}
              </Button>
            ))}
          </Button.Group>
        }
      />
      {open === null ? null : <PackOrderDialog key={open} id={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
