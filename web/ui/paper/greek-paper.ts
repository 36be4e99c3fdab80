/** What pages that are a paper in Greek share, whatever the language of the pages around them. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadLanguage } from '#web/i18n.ts'

const GREEK = 'gr'

/** Loads the Greek texts, and lets figures follow the paper's language while it is open. */
export function useGreekPaper() {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = 'el'
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
