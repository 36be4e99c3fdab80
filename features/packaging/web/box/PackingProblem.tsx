import { Alert, List, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockRights } from '#features/stock/domain/rights.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { problemText } from '#web/ui/problems.ts'
import styles from '../packaging.module.css'
import { changedNothing, shortLinesOf } from './packing.ts'

const shown = (plain: number): string => showQuantity(scaleDecimal(String(plain), PLACES.quantity) ?? 0)

/**
 * Shows why an order was not packaged and which products are short. People with the right may overrule with a reason.
 */
export function PackingProblem({ problem, overrule }: { problem: unknown; overrule: (reason: string) => void }) {
  const { t } = useTranslation('packaging')
  const mayOverrule = useMay(stockRights.belowZero)
  const [reason, setReason] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (problem === null) return null
  const short = shortLinesOf(problem)
  return (
    <Alert
      ref={box}
      className={styles.problem}
      color="red"
      variant="light"
      icon={<TriangleAlert size={20} aria-hidden />}
      role="alert"
    >
      <Stack gap="xs">
        <Text fw={600} c="var(--mantine-color-text)">
          {t('failure.title')}
        </Text>
        {short.length === 0 ? (
          <Text c="var(--mantine-color-text)">{problemText(problem)}</Text>
        ) : (
          <List c="var(--mantine-color-text)">
            {short.map((line) => (
              <List.Item key={line.name}>
                {t('failure.short', {
                  name: line.name,
                  stock: shown(line.stock),
                  needed: shown(line.needed),
                  missing: shown(line.missing),
                })}
              </List.Item>
            ))}
          </List>
        )}
        <Text c="var(--mantine-color-text)">
          {changedNothing(problem) ? t('failure.nothing-changed') : t('failure.unknown')}
        </Text>
        {short.length > 0 && mayOverrule ? (
          <Stack gap="xs">
            <TextInput
              size="md"
              label={t('failure.reason')}
              description={t('failure.reason-hint')}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <ActionButton
              size="md"
              danger
              closed={reason.trim() === '' ? t('failure.reason-needed') : null}
              onClick={() => overrule(reason.trim())}
            >
              {t('failure.overrule')}
            </ActionButton>
          </Stack>
        ) : null}
      </Stack>
    </Alert>
  )
}
