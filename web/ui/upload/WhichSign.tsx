import { Group } from '@mantine/core'
import type { DecimalSign } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import { decimalSigns, showReading } from '#web/format.ts'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'

/** Returns the number with two readings about which the refusal of a file asks; null for any other error. */
function unclearNumber(error: unknown): string | null {
  if (!(error instanceof Refused) || !error.refusal.code.endsWith('.file.sign')) return null
  const { text } = error.refusal.details ?? {}
  return typeof text === 'string' ? text : null
}

type Props = { error: unknown; choose: (sign: DecimalSign) => void }

/** Asks for the decimal sign of a file that was refused because one of its numbers has two readings. Shows nothing for any other error. */
export function WhichSign({ error, choose }: Props) {
  const text = unclearNumber(error)
  if (text === null) return null
  const signs = decimalSigns()
  const readings = signs.map((sign) => showReading(text, sign))
  return (
    <Group gap={4} mt="xs" fz="sm">
      <WhichReading
        readings={readings}
        choose={(reading) => {
          const sign = signs[readings.indexOf(reading)]
          if (sign !== undefined) choose(sign)
        }}
      />
    </Group>
  )
}
