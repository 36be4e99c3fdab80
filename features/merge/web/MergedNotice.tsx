import { Alert, Stack, Text } from '@mantine/core'
import { Merge } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { mergesOfRecord } from '../domain/contract.ts'
import type { MergeKind } from './kinds.tsx'
import { UndoMerge } from './UndoMerge.tsx'

type Of = { entity: MergeKind['entity'] }

/** Says why the address of a merged record has opened this one. */
export function MergedNotice({ entity, id }: Of & { id: number }) {
  const [{ merged }] = useSearchTexts()
  return merged === undefined ? null : <Notice entity={entity} keptId={id} mergedId={Number(merged)} />
}

function Notice({ entity, keptId, mergedId }: Of & { keptId: number; mergedId: number }) {
  const { t } = useTranslation('merge')
  const [, change] = useSearchTexts()
  const answer = useAsk(mergesOfRecord, { entity, id: keptId })
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
            ? t(`of.${entity}.merged`, {
                name: merge.mergedName,
                id: mergedId,
                at: showMoment(merge.at),
                by: merge.userName,
              })
            : t(`of.${entity}.of-number`, { id: mergedId })}
        </Text>
        {merge ? <UndoMerge entity={entity} merge={merge} /> : null}
      </Stack>
    </Alert>
  )
}
