import { anyOf, kindIn } from '#kernel/live/topics.ts'

const MOST_TOPICS = 150

/** Returns the topics; if there are too many records, any record of their kinds in their place. */
export const fewer = (topics: ReadonlySet<string>): string[] =>
  topics.size <= MOST_TOPICS
    ? [...topics]
    : [...new Set([...topics].map((topic) => (topic.includes(':') ? anyOf(kindIn(topic)) : topic)))]
