import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Breakdown, Visits } from './breakdown.tsx';
import { Tabs } from './tabs.tsx';
import { useVisitorTypes } from './visitor-types.ts';

const tabs = { visitor_type: 'New/returning', language: 'Languages' } as const;
type Tab = keyof typeof tabs;

export function Audience() {
  const [tab, setTab] = useState<Tab>('visitor_type');
  const tools = <Tabs label="Visitors by" tabs={tabs} chosen={tab} onChoose={setTab} />;
  const panel = { title: 'Visitors', area: 'audience', tools, name: tabs[tab] };
  return tab === 'visitor_type' ? <VisitorTypes {...panel} /> : <Breakdown key={tab} {...panel} by={tab} />;
}

interface Properties {
  title: string;
  area: string;
  tools: ComponentChildren;
  name: string;
}

function VisitorTypes(properties: Properties) {
  return <Visits {...properties} by="visitor_type" what="Visits by" space={4} loaded={useVisitorTypes()} />;
}
