/** Formats the distance and duration of a route for people. */
import { useTranslation } from 'react-i18next'

type Measures = { readonly metres: number; readonly seconds: number }

/** Returns the texts for distance and duration in the language of the page. */
export function useRouteTexts(): { distance: (metres: number) => string; duration: (seconds: number) => string } {
  const { t, i18n } = useTranslation('shipping')
  return routeTexts(t, document.documentElement.lang || i18n.language)
}

/** Returns the texts for distance and duration in a given language. */
export function routeTexts(
  t: (key: 'route.minutes' | 'route.hours', places: { hours?: number; count: number }) => string,
  language: string,
) {
  const kilometres = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 1,
  })
  return {
    distance: (metres: Measures['metres']) => kilometres.format(metres / 1_000),
    duration: (seconds: Measures['seconds']) => {
      const minutes = Math.round(seconds / 60)
      return minutes < 60
        ? t('route.minutes', { count: minutes })
        : t('route.hours', { hours: Math.floor(minutes / 60), count: minutes % 60 })
    },
  }
}
