import { Alert, Anchor, List, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { PageLink } from '#web/navigation.tsx'
import { problemText, refusalText } from '#web/ui/problems.ts'
import type { FileProblem } from '#kernel/import/file-problem.ts'

/** Says why a file was refused: each line with its reason, and the invoice that was entered from it. Shows nothing without an error. */
export function FileProblems({ error }: { error: unknown }) {
  const { t } = useTranslation('purchases')
  if (error === null || error === undefined) return null
  const details = error instanceof Refused ? error.refusal.details : undefined
  const problems = (details?.['problems'] ?? []) as readonly FileProblem[]
  const invoiceId = details?.['invoiceId']
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} role="alert" py="xs" mt="xs">
      {problems.length > 0 ? (
        <List size="sm" spacing={4}>
          {problems.map(({ code, line, details: places }, index) => (
            <List.Item key={index} c="var(--mantine-color-text)">
              {line === undefined ? null : <strong>{t('file.line', { line })} </strong>}
              {refusalText(refusal('refused', `purchases.file.${code}`, { ...places }))}
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm" c="var(--mantine-color-text)">
          {problemText(error)}
        </Text>
      )}
      {typeof invoiceId === 'number' ? (
        <Anchor component={PageLink} to={`/invoice-detail/${invoiceId}`} size="sm">
          {t('file.open-invoice')}
        </Anchor>
      ) : null}
    </Alert>
  )
}
