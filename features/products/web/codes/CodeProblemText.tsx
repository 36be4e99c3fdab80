import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showDay } from '#web/format.ts'
import type { CodeProblem } from '../../domain/codes/cn-code.ts'
import type { ListedCode } from '../../domain/codes/contract.ts'

type Props = { problem: CodeProblem; listed?: Pick<ListedCode, 'fromDay' | 'toDay'> }

/** Says what is wrong with the code of goods, with the day of the list where it is known. */
export function CodeProblemText({ problem, listed }: Props) {
  const { t } = useTranslation('products')
  const day = problem === 'ended' ? listed?.toDay : problem === 'early' ? listed?.fromDay : null
  return (
    <Text size="xs" c="var(--warning-text)" component="span" display="block">
      {day ? t(`codes.on.${problem as 'ended' | 'early'}`, { day: showDay(day) }) : t(`codes.problem.${problem}`)}
    </Text>
  )
}
