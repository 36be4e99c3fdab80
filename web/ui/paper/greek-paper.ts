/** Loads the Greek texts for pages with a paper, whatever language the page around them has. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadLanguage } from '#web/i18n.ts'

const GREEK = 'el'

/** Loads the Greek texts, and formats figures in Greek while the paper is open. */
export function useGreekPaper() {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = GREEK
    return () => {
      document.documentElement.lang = before
    }
  }, [])
  return useQuery({
    queryKey: ['greek-texts'],
    queryFn: () => loadLanguage(GREEK).then(() => true),
    staleTime: Infinity,
  })
}
