import { Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { type StoredMergeRow, undoMerge } from '../domain/contract.ts'
import { mergeRights } from '../domain/rights.ts'
import type { MergeKind } from './kinds.tsx'

/** Undoes a merge after a question. Says which fields keep their value, because they were changed since. */
export function UndoMerge({ entity, merge }: { entity: MergeKind['entity']; merge: StoredMergeRow }) {
  const { t } = useTranslation(['merge', 'parties'])
  const mayUndo = useMay(mergeRights.write)
  const { id, mergedName: name } = merge
  const undo = useRun(undoMerge, {
    onSuccess: ({ stayed, left }) => {
      say.done(t(`of.${entity}.undone`, { name }))
      const fields = stayed.map((field) => t(`parties:field.${field}`)).join(', ')
      if (fields !== '') say.doubt(t('undo.stayed', { fields }))
      if (left > 0) say.doubt(t('undo.left', { number: left }))
    },
  })
  if (!mayUndo || merge.undoUntil === null) return null
  const ask = async () => {
    const sure = await confirm({
      title: t('undo.title', { name }),
      body: t('undo.body'),
      confirmLabel: t('undo.confirm'),
    })
    if (sure) undo.mutate({ id })
  }
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-sm"
        leftSection={<Undo2 size={16} aria-hidden />}
        pending={undo.isPending}
        onClick={() => void ask()}
      >
        {t('undo.press')}
      </ActionButton>
      <RefusalText error={undo.error} />
    </>
  )
}
