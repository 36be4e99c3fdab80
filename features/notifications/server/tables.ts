/** Lists the tables that this feature owns. The frame writes `messages` for the features that send them (server/notices/notices.ts). */
export const owns = ['waiting_facts', 'notice_marks', 'messages'] as const
