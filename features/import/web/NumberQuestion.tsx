import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { RefusalText } from '#web/ui/states.tsx'

type Props = { error: unknown; pending: boolean; answer: (jump: boolean) => void }

/** Asks whether new records go on after a number that is far above all others. Shows any other failure as it is. */
export function NumberQuestion({ error, pending, answer }: Props) {
  const { t } = useTranslation('import')
  const details = error instanceof Refused && error.refusal.code === 'number-jump' ? error.refusal.details : null
  return (
    <>
      <RefusalText error={error} />
      {details ? (
        <Group>
          <Button variant="default" disabled={pending} onClick={() => answer(false)}>
            {t('numbers.stay', details)}
          </Button>
          <Button variant="default" disabled={pending} onClick={() => answer(true)}>
            {t('numbers.jump', details)}
          </Button>
        </Group>
      ) : null}
    </>
  )
}
