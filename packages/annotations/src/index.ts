export { type Annotation, type Content, isOfService, kind, ownKinds } from './annotation.ts';
export { annotationRow, currentAnnotations, newestVersions } from './read.ts';
export { deleteAnnotation, findAnnotation, makeAnnotation, replaceAnnotation } from './write.ts';
