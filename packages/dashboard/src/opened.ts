/** Parts of the page that few readers open: one script, which is loaded with the first of them. */
export { CrawlersView } from './crawlers/crawlers-view.tsx';
export { ExploreView } from './explore/explore-view.tsx';
export { SavedFunnels } from './funnel/saved-funnels.tsx';
export { JourneysView } from './journeys/journeys-view.tsx';
export { ManageView } from './manage/manage-view.tsx';
export { ShareDialog } from './manage/share/share-dialog.tsx';
export { RetentionView } from './retention/retention-view.tsx';
