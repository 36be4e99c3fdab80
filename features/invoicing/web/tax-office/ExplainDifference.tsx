import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { explainDifference, type ShownDifference } from '../../domain/comparison/contract.ts'
import { whyNoReason } from '../../domain/reason.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { ReasonField } from '../ReasonField.tsx'

/** Stores why a difference is right as it is. It is then no longer notified. */
export function ExplainDifference({ row }: { row: ShownDifference }) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.settle)
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <Button size="sm" mih={48} variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('compare.explain.button')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('compare.explain.title')}>
        {opened ? <ExplainForm row={row} close={() => setOpened(false)} /> : null}
      </Dialog>
    </>
  )
}

function ExplainForm({ row, close }: { row: ShownDifference; close: () => void }) {
  const { t } = useTranslation('invoicing')
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useRun(explainDifference, { onSuccess: close })
  return (
    <Stack gap="sm">
      <Text size="sm">{t('compare.explain.body')}</Text>
      <ReasonField reason={reason} change={setReason} />
      <RefusalText error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" mih={48} onClick={close}>
          {t('action.back')}
        </Button>
        <ActionButton
          mih={48}
          closed={whyNoReason(reason)}
          pending={isPending}
          onClick={() => mutate({ id: row.id, reason })}
        >
          {t('compare.explain.button')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
