import {start} from "./look.mjs";
const {b,p,base,token}=await start();
let calls=[];p.on("request",r=>{if(/Get(Conversation)/.test(r.url()))calls.push(Date.now())});
const id="01m7zeh91czdd03zawgbcp7s3p";
let t=Date.now();
await p.goto(base+"/messages?id="+id);
const log=p.getByRole("log");
await log.getByText("bucket there").first().waitFor({timeout:60000});
console.log("opened",Date.now()-t,"calls",calls.length, "drawn",await log.locator("[data-message]").count());
await p.waitForTimeout(1500);
console.log("calls after rest",calls.length, await log.evaluate(e=>[e.scrollTop,e.scrollHeight,e.clientHeight]));
await p.screenshot({path:"/tmp/w2/long-end.png"});
// scroll up by wheel, watch jumps: pick a visible message's position before & after each frame without scroll
await log.hover();
let jumps=0,steps=0,worst=0;
const probe=()=>log.evaluate(e=>{const r=e.getBoundingClientRect();const m=[...e.querySelectorAll("[data-message]")].map(x=>[x.dataset.message,Math.round(x.getBoundingClientRect().top-r.top)]).filter(x=>x[1]>100&&x[1]<r.height-100);return m});
for(let i=0;i<120;i++){
 const before=new Map(await probe());
 await p.mouse.wheel(0,-300);
 await p.waitForTimeout(60);
 const after=await probe();
 for(const [k,v] of after) if(before.has(k)){const d=v-before.get(k);steps++;if(Math.abs(d-300)>3&&d!==0){jumps++;worst=Math.max(worst,Math.abs(d-300))}break;}
}
console.log("steps",steps,"jumps",jumps,"worst",worst,"calls",calls.length, await log.evaluate(e=>[e.scrollTop,e.scrollHeight]), "drawn",await log.locator("[data-message]").count());
await p.screenshot({path:"/tmp/w2/long-mid.png"});
// rest check: no movement in 2 s
let a=JSON.stringify(await probe());await p.waitForTimeout(2000);console.log("still",a===JSON.stringify(await probe()));
// a new message
a=JSON.stringify(await probe());
const pages=calls.length;
await fetch(base+"/handset/messages",{method:"POST",headers:{"content-type":"application/json",usertoken:token},body:JSON.stringify({from:await phone(),to:"+13125550121",body:"hello again"})}).then(async r=>console.log(r.status,(await r.text()).slice(0,200)));
await p.getByRole("button",{name:/new message|New message/}).waitFor({timeout:20000}).catch(e=>console.log("no pill"));
console.log("kept",a===JSON.stringify(await probe()),"calls",calls.length-pages);
await p.screenshot({path:"/tmp/w2/long-new.png"});
await p.getByRole("button",{name:/new message|New message|To the newest/}).click();
await log.getByText("hello again").waitFor();
await p.waitForTimeout(800);
console.log("end",await log.evaluate(e=>e.scrollHeight-e.scrollTop-e.clientHeight));
// to the top: Home repeatedly
t=Date.now();
for(let i=0;i<400;i++){ await log.focus(); await p.keyboard.press("Home"); await p.waitForTimeout(100); if(await p.getByText("The conversation begins here").count()) break; }
console.log("to the beginning",Date.now()-t,"calls",calls.length,"drawn",await log.locator("[data-message]").count(),await log.evaluate(e=>[e.scrollTop,e.scrollHeight]));
await p.keyboard.press("Home");await p.waitForTimeout(500);
await p.screenshot({path:"/tmp/w2/long-top.png"});
// typing cost
const field=p.getByLabel("Your reply"); await field.click(); t=Date.now(); await p.keyboard.type("The janitor is on his way to you",{delay:0}); console.log("typing 32 keys",Date.now()-t);
// search
await p.goto(base+"/messages");
await p.getByLabel("Find in messages").fill("zebrawood");
await p.getByRole("region",{name:"Conversations",exact:true}).locator("mark").first().waitFor({timeout:20000}).catch(()=>console.log("not found by search"));
await p.waitForTimeout(1000);
await p.screenshot({path:"/tmp/w2/long-bar.png"});
t=Date.now();calls=[];
await p.getByRole("region",{name:"Conversations",exact:true}).getByRole("link").first().click();
await p.locator(".message--found").waitFor({timeout:60000}).catch(()=>console.log("no found"));
console.log("found after",Date.now()-t,"calls",calls.length);
await p.waitForTimeout(1000);
console.log("in view",await p.evaluate(()=>{const l=document.querySelector('[role=log]').getBoundingClientRect(),m=document.querySelector('.message--found')?.getBoundingClientRect();return m&&[m.top-l.top,l.height]}));
await p.screenshot({path:"/tmp/w2/long-found.png"});
await b.close();
async function phone(){const r=await fetch(base+"/textConversations/"+id,{headers:{usertoken:token}});return (await r.json()).conversation.phone}
