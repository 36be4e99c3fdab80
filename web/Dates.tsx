import { DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import 'dayjs/locale/el.js'
import 'dayjs/locale/es.js'
import 'dayjs/locale/it.js'
import 'dayjs/locale/ru.js'
import 'dayjs/locale/sr-cyrl.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

// Without this plugin the library rejects days typed with the day first.
dayjs.extend(customParseFormat)

/** Sets month and weekday names of calendars in the page language, with weeks that start on Monday. */
export function Dates({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const tag = i18n.language
  return (
    <DatesProvider settings={{ locale: tag === 'sr' ? 'sr-cyrl' : tag, firstDayOfWeek: 1, consistentWeeks: true }}>
      {children}
    </DatesProvider>
  )
}
