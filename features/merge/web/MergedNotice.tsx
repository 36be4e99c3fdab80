import { Alert, Stack, Text } from '@mantine/core'
import { Merge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { showMoment } from '#web/format.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { mergesOfRecord } from '../domain/contract.ts'
import { UndoMerge } from './UndoMerge.tsx'

/** Says why the address of a merged customer has opened this one. */
export default function MergedNotice({ customer }: OfCustomer) {
  const [{ merged }] = useSearchTexts()
  return merged === undefined ? null : <Notice keptId={customer.id} mergedId={Number(merged)} />
}

function Notice({ keptId, mergedId }: { keptId: number; mergedId: number }) {
  const { t } = useTranslation('merge')
  const [, change] = useSearchTexts()
  const answer = useAsk(mergesOfRecord, { entity: 'customers', id: keptId }, { topics: [`customers:${keptId}`] })
  const merge = answer.data?.rows.find((row) => row.mergedId === mergedId && row.undoneAt === null)
  if (answer.data === undefined) return null
  return (
    <Alert
      variant="light"
      mb="md"
      role="status"
      icon={<Merge size={16} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={() => change({ merged: undefined })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="var(--mantine-color-text)">
          {merge
            ? t('notice.merged', { name: merge.mergedName, id: mergedId, at: showMoment(merge.at), by: merge.userName })
            : t('notice.of-number', { id: mergedId })}
        </Text>
        {merge ? <UndoMerge merge={merge} /> : null}
      </Stack>
    </Alert>
  )
}
