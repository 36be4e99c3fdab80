import { useState } from 'react'
import { z } from 'zod'
import { addDays, dayOf, isDay } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import type { PickedPeriod } from '#web/ui/form/PeriodPicker.tsx'
import { BUCKETS, type Report, type ReportInput, zKnown } from '../../domain/frame.ts'

/**
 * Returns what the address asks for, and a function that writes it there. Without a period in the address it is this month. A report on
 * coming days always begins today.
 */
export function useReportInput(report: Report, salespersonId?: number) {
  const [texts, change] = useSearchTexts()
  const today = dayOf(new Date().toISOString())
  const usual =
    report.ahead === undefined ? periodOf('this-month', today) : { from: today, to: addDays(today, report.ahead - 1) }
  const inAddress = report.ahead === undefined && isDay(texts['from'] ?? '') && isDay(texts['to'] ?? '')
  const [picked, setPicked] = useState<PickedPeriod>(
    inAddress ? { from: texts['from'] ?? '', to: texts['to'] ?? '' } : usual,
  )
  const known = report.knows ? zKnown.safeParse(texts['known']).data : undefined
  const by = report.by === true ? z.enum(BUCKETS).safeParse(texts['by']).data : report.by
  const pick = (period: PickedPeriod) => {
    setPicked(period)
    if (period.from !== undefined && period.to !== undefined) change({ from: period.from, to: period.to })
  }
  const { from, to } = report.ahead === undefined ? picked : usual
  const input: ReportInput | null =
    from !== undefined && isDay(from) && to !== undefined && isDay(to) ? { from, to, known, by, salespersonId } : null
  return {
    picked,
    pick,
    known,
    by,
    setBy: (size: string) => change({ by: size }),
    input,
    setKnown: (day: string | null) => change({ known: day ?? undefined }),
  }
}
