import type { Words } from '../en/en.ts';

export const crawlers: Words['crawlers'] = {
  about: 'Les programmes qui lisent vos pages, dans quel but, et les visites qui en reviennent.',
  by: 'Qui lit',
  tabs: { name: 'Robots', operator: 'Exploitants', purpose: 'Buts', page: 'Pages' },
  of: {
    crawler: 'Robot',
    operator: 'Exploitant',
    purpose: 'But',
    page: 'Page',
    hostname: 'Hôte',
    seen_by: 'Vu par',
  },
  purposes: {
    training: 'Entraînement',
    answers: 'Réponses',
    agent: 'Agent',
    search: 'Recherche',
    preview: 'Aperçu',
    monitor: 'Surveillance',
    seo: 'SEO',
    other: 'Autre',
  },
  figures: {
    reads: 'Lectures',
    pages: 'Pages',
    errors: 'Erreurs',
    verified: 'Vérifiées',
    visitsBack: 'Visites en retour',
    readsPerVisit: 'Lectures par visite',
  },
  file: 'robots',
  newThisWeek: 'Nouveaux cette semaine',
  coverage: 'Couverture',
  coverageMeans:
    'Ce que sont devenues les requêtes du journal : combien de ses lecteurs les autres rapports voient.',
  classes: {
    person_seen: 'Vues',
    person_unseen: 'Non vues',
    crawler: 'Robots',
    error: 'Erreurs pour les lecteurs',
  },
  none: 'Aucun robot n’est venu pendant cette période. Le script de suivi n’en voit guère, les journaux des serveurs, si. Suivez le journal du serveur web :',
  live: 'Ou envoyez les requêtes d’un CDN ou d’un worker, en lignes JSON :',
  docs: 'La mise en place est décrite dans `docs/crawlers.md`.',
};
